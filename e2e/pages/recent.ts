// Files that were opened lately. The file system of the browser stands in for that of the machine.
import type { Page } from "@playwright/test";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";

/** Lets the button Open give a file with this name and this record. */
export async function offer(page: Page, path: string, id: string): Promise<void> {
  await page.evaluate(
    async ([path, text]) => {
      const names = path.split("/");
      const name = names.pop()!;
      let folder = await navigator.storage.getDirectory();
      for (const step of names) folder = await folder.getDirectoryHandle(step, { create: true });
      const handle = await folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle], folder });
    },
    [path, `${K} id "${id}";\n`] as const,
  );
}

export const recent = (page: Page) => page.getByRole("list", { name: "Recent files" }).getByRole("button");
