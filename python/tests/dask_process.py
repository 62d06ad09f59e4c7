"""One process of a cluster, for tests that kill it: `dask_process.py scheduler|worker|client ADDRESS …`."""

import asyncio
import sys

import dask
from distributed import Client, Scheduler, Worker
from epidote import cluster


async def scheduler(address):
    host, port = address.split(":")
    async with Scheduler(host=host, port=int(port), dashboard=False) as running:
        await running.finished()


async def worker(address):
    async with Worker(f"tcp://{address}", nthreads=1, dashboard=False) as running:
        await running.finished()


def client(address, path, out):
    with Client(address, timeout=60) as here:
        cluster.analyze(path, out, client=here, nodes=400, without_acs=True, part_bytes=300)


if __name__ == "__main__":
    dask.config.set({"distributed.comm.timeouts.connect": "60s"})
    role, address, *rest = sys.argv[1:]
    if role == "client":
        client(address, *rest)
    else:
        asyncio.run({"scheduler": scheduler, "worker": worker}[role](address))
