"""Tests of `epidote.cluster` with workers on this machine."""

import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import epidote
from distributed import Client, LocalCluster
from epidote import cluster

NODES = 400
PROCESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dask_process.py")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]

LINES = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "# a comment",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;",
    "not a position; bm e4;",
    "",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - id \"mate\";",
]


class Cluster(unittest.TestCase):
    @staticmethod
    def workers(count):
        here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
        return LocalCluster(n_workers=count, threads_per_worker=1, processes=True, silence_logs=logging.CRITICAL, **here)

    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.workers(2)
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "out")

    def file(self, name, repeat, line_end="\n"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(line_end.join(LINES * repeat).encode())
        return path

    def content(self, *names):
        with open(os.path.join(self.folder, *names), "rb") as file:
            return file.read()

    def alone(self, path):
        """What one process writes."""
        done = []
        for line in self.content(path).splitlines(keepends=True):
            content = line.rstrip(b"\r\n")
            if epidote.parse(content).kind == "record":
                try:
                    content = bytes(epidote.analyze(content, nodes=NODES, without_acs=True))
                except epidote.EpidoteError:
                    pass
            done.append(content + line[len(line.rstrip(b"\r\n")):])
        return b"".join(done)

    def analyze(self, paths, **settings):
        return cluster.analyze(paths, self.out, client=self.client, nodes=NODES, without_acs=True, part_bytes=300, **settings)

    def markers(self, name):
        folder = os.path.join(self.out, name + ".parts")
        return sorted(entry for entry in os.listdir(folder) if entry.endswith(".json"))

    def test_the_result_is_that_of_one_process(self):
        paths = [self.file("a.epd", 6), self.file("b.epd", 3, "\r\n")]
        results = self.analyze(os.path.join(self.folder, "*.epd"))
        for path, result in zip(paths, results):
            name = os.path.basename(path)
            self.assertEqual(self.content("out", name), self.alone(path))
            self.assertGreater(result["parts"], 1)
            self.assertEqual((result["done_before"], result["records"]), (0, 4 * (6 if name == "a.epd" else 3)))
        again = self.analyze(paths)
        self.assertEqual([r["done_before"] for r in again], [r["parts"] for r in again])

    def test_only_what_is_missing_or_broken_is_done_again(self):
        path = self.file("a.epd", 6)
        parts = self.analyze(path)[0]["parts"]
        whole = self.content("out", "a.epd")
        folder = os.path.join(self.out, "a.epd.parts")
        os.remove(os.path.join(folder, "000001.json"))
        with open(os.path.join(folder, "000002.epd"), "ab") as file:
            file.write(b"x")
        with open(os.path.join(folder, "000003.json"), "wb") as file:
            file.write(b"{")
        self.assertEqual(self.analyze(path)[0]["done_before"], parts - 3)
        self.assertEqual(self.content("out", "a.epd"), whole)
        # Another limit is another result.
        other = cluster.analyze(path, self.out, client=self.client, nodes=NODES + 1, part_bytes=300)
        self.assertEqual(other[0]["done_before"], 0)

    def test_parts_that_fail_are_named_and_the_others_are_kept(self):
        path = self.file("a.epd", 6)
        # What stands where the second part is to be written.
        in_the_way = os.path.join(self.out, "a.epd.parts", "000001.epd")
        os.makedirs(os.path.join(in_the_way, "x"))
        with self.assertRaisesRegex(epidote.EpidoteError, r"^1 of \d+ parts failed; .*a\.epd, bytes \d+ to \d+: .*000001\.epd"):
            self.analyze(path)
        self.assertFalse(os.path.exists(os.path.join(self.out, "a.epd")))
        os.rmdir(os.path.join(in_the_way, "x"))
        os.rmdir(in_the_way)
        done, = self.analyze(path)
        self.assertEqual(done["done_before"], done["parts"] - 1)
        self.assertEqual(self.content("out", "a.epd"), self.alone("a.epd"))

    def test_a_part_that_breaks_before_the_end_is_named(self):
        path, finished, calls = self.file("a.epd", 6), cluster._finished, []

        def broken(*part):
            calls.append(part)
            return None if part[-1].endswith("000002") else finished(*part)

        self.analyze(path)
        with mock.patch.object(cluster, "_finished", broken), self.assertRaisesRegex(
            epidote.EpidoteError, "a.epd: part 2 is missing or broken; run it again"
        ):
            self.analyze(path)
        self.assertTrue(calls)
        self.assertEqual(self.content("out", "a.epd"), self.alone("a.epd"))

    def test_an_answer_that_the_scheduler_still_has_is_not_taken_for_the_part(self):
        path, kept, submit = self.file("a.epd", 6), [], self.client.submit

        def keep(*args, **settings):
            kept.append(submit(*args, **settings))
            return kept[-1]

        with mock.patch.object(self.client, "submit", keep):
            parts = self.analyze(path)[0]["parts"]
            whole = self.content("out", "a.epd")
            os.remove(os.path.join(self.out, "a.epd.parts", "000001.json"))
            self.assertEqual(self.analyze(path)[0]["done_before"], parts - 1)
        self.assertEqual(self.content("out", "a.epd"), whole)
        self.assertEqual(len(kept), parts + 1)

    def made(self, name):
        """When each part that is done was written."""
        folder = os.path.join(self.out, name + ".parts")
        return {entry: os.stat(os.path.join(folder, entry)).st_mtime_ns for entry in self.markers(name)}

    def wait_for_parts(self, name, count):
        folder = os.path.join(self.out, name + ".parts")
        while not (os.path.isdir(folder) and len(self.markers(name)) >= count):
            time.sleep(0.005)

    def test_a_worker_that_is_killed_costs_its_part_only(self):
        path = self.file("a.epd", 60)
        before = {}

        def kill():
            victim = next(iter(self.cluster.workers.values())).pid
            self.wait_for_parts("a.epd", 3)
            os.kill(victim, signal.SIGKILL)
            before.update(self.made("a.epd"))

        thread = threading.Thread(target=kill)
        thread.start()
        result = self.analyze(path)[0]
        thread.join()
        after = self.made("a.epd")
        self.assertLess(len(before), result["parts"])
        self.assertEqual({name: after[name] for name in before}, before, "what was done is not done again")
        self.assertEqual(self.content("out", "a.epd"), self.alone(path))

    def test_a_new_scheduler_goes_on_where_the_killed_one_was(self):
        path = self.file("a.epd", 60)
        address = f"127.0.0.1:{free_port()}"
        first = self.program(self.folder, "scheduler", address)
        self.program(self.folder, "worker", address)
        # The program is one of its own: what it is told when its scheduler dies is Dask's affair.
        program = self.program(self.folder, "client", address, path, self.out)
        self.wait_for_parts("a.epd", 3)
        first.kill()
        first.wait()
        program.kill()
        program.wait()
        # A worker may still end the part that it works on.
        done = self.made("a.epd")
        while (later := self.made("a.epd")) != done:
            done = later
            time.sleep(0.5)
        self.assertLess(len(done), 60)
        self.program(self.folder, "scheduler", address)
        self.program(self.folder, "worker", address)
        with Client(address, timeout=60) as client:
            result = cluster.analyze(
                path, self.out, client=client, nodes=NODES, without_acs=True, part_bytes=300
            )[0]
        after = self.made("a.epd")
        self.assertGreaterEqual(result["done_before"], 3)
        self.assertLess(result["done_before"], result["parts"])
        self.assertEqual({name: after[name] for name in done}, done, "what was done is not done again")
        self.assertEqual(self.content("out", "a.epd"), self.alone(path))

    def program(self, folder, role, *arguments):
        """A scheduler, a worker or a client as a process, which ends with the test."""
        process = subprocess.Popen(
            [sys.executable, "-B", PROCESS, role, *arguments], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

        def end():
            process.kill()
            process.wait()

        self.addCleanup(end)
        return process

    def test_lines_have_the_numbers_that_they_have_in_the_file(self):
        path = self.file("numbered.epd", 12)
        step = {"set": {"opcode": "c0", "operands": '"{n}"'}}
        for _ in range(2):
            cluster.run(path, self.out, step, client=self.client, part_bytes=300)
            lines = self.content(self.out, "numbered.epd").split(b"\n")
            numbers = [(number, epidote.parse(line)) for number, line in enumerate(lines, 1)]
            found = [(number, record["c0"]) for number, record in numbers if "c0" in record]
            self.assertEqual(found, [(number, [str(number)]) for number, _ in found])
            self.assertEqual(len(found), 36)
        # Line ends of any kind, and the mark of UTF-8, which belongs to no line.
        kings = b"4k3/8/8/8/8/8/8/4K3 w - -"
        odd = os.path.join(self.folder, "odd.epd")
        with open(odd, "wb") as file:
            file.write(b"\xef\xbb\xbf" + kings + b"\r\r\n" + kings + b"\r" + kings + b"\r\n\r\n" + kings)
        cluster.run(odd, self.out, step, client=self.client, part_bytes=30)
        number = [kings + b" c0 \"%d\";" % number for number in (1, 2, 3, 5)]
        self.assertEqual(
            self.content(self.out, "odd.epd"),
            b"\xef\xbb\xbf" + number[0] + b"\r\r\n" + number[1] + b"\r" + number[2] + b"\r\n\r\n" + number[3],
        )
        # A line more before them gives all parts other numbers.
        with open(path, "rb") as file:
            content = file.read()
        with open(path, "wb") as file:
            file.write(b"\n" * 300 + content)
        done, = cluster.run(path, self.out, step, client=self.client, part_bytes=300)
        self.assertEqual(done["done_before"], 0)

    def test_wrong_requests_are_told_before_anything_is_done(self):
        path = self.file("a.epd", 1)
        with self.assertRaises(epidote.EpidoteError):
            cluster.analyze(path, self.out, client=self.client)
        with self.assertRaises(epidote.EpidoteError):
            cluster.analyze(path, self.folder, client=self.client, nodes=1)
        linked = os.path.join(self.folder, "linked")
        os.symlink(self.folder, linked)
        for place, out in [(path, linked), (os.path.join(linked, "a.epd"), self.folder)]:
            with self.assertRaisesRegex(epidote.EpidoteError, "the output would replace the file"):
                cluster.analyze(place, out, client=self.client, nodes=1)
        with self.assertRaises(epidote.EpidoteError):
            cluster.run(path, self.out, {"mate": {"moves": 0}}, client=self.client)
        with self.assertRaisesRegex(epidote.EpidoteError, "name the moment"):
            cluster.run(path, self.out, {"stamp": {"everywhere": True}}, client=self.client)
        with self.assertRaises(OSError):
            cluster.analyze(path + "x", self.out, client=self.client, nodes=1)
        with open(path) as file, self.assertRaisesRegex(TypeError, "not a file object"):
            cluster.analyze(file, self.out, client=self.client, nodes=1)
        with self.assertRaises(epidote.EpidoteError):
            packed = self.file("b.epd", 1)
            with open(packed, "wb") as file:
                file.write(b"\x1f\x8b\x08")
            cluster.analyze(packed, self.out, client=self.client, nodes=1)
        self.assertFalse(os.path.exists(self.out))
        empty = os.path.join(self.folder, "empty.epd")
        open(empty, "wb").close()
        self.assertEqual(self.analyze(empty)[0]["records"], 0)
        self.assertEqual(self.content("out", "empty.epd"), b"")

    def test_what_cannot_be_written_is_named_as_it_was_given(self):
        path = os.path.join(self.folder, "none", "a.epd")
        with self.assertRaises(OSError) as raised, cluster._whole(path):
            pass
        self.assertEqual((raised.exception.filename, os.path.exists(self.out)), (path, False))

    def test_records_can_be_sent(self):
        record = epidote.parse(LINES[0], 3)
        self.assertEqual(self.client.submit(lambda r: (r.text, r.line), record).result(), (LINES[0], 3))
        self.assertEqual(pickle.loads(pickle.dumps(record)).line, 3)


if __name__ == "__main__":
    unittest.main()
