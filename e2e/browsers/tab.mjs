// The page as a user acts on it, in any browser. A browser gives the means: `run` a function in the page, `find` an
// element by role and name, `click` it, and press `keys`.

/** Waits until `get` gives something, and returns it; fails with `what` after 20 seconds. */
export async function until(what, get) {
  const end = Date.now() + 20_000;
  for (;;) {
    let last;
    try {
      last = await get();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export class Tab {
  /** Goes to an address, and waits until the program is there. */
  async open(address) {
    await this.go(address);
    await until("the page does not start", () => this.run(() => !document.querySelector("#shell") && !!document.querySelector("h1")));
  }

  async press(name) {
    await this.click(await this.find("button", name));
  }

  /** Opens a file, as if it were dropped. */
  async drop(name, text) {
    await this.run(
      (name, text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      name,
      text,
    );
    await this.find("textbox", "Record text");
  }

  /** Waits until the text of the record is this. */
  async has(expected) {
    const fits = (text) => (expected instanceof RegExp ? expected.test(text) : text === expected);
    let text;
    await until(`the record is not ${expected}`, async () => fits((text = await this.run(() => document.querySelector("#record-text").value)))).catch((error) => {
      throw new Error(`${error.message}, but ${text}`);
    });
  }

  /** Types at the end of the record. */
  async type(text) {
    await this.click(await this.find("textbox", "Record text"));
    await this.keys("Control+End");
    await this.keys(text);
  }

  /** The link to the record, from its dialog. */
  async share() {
    await this.press("Share…");
    await this.find("textbox", "Link to the record");
    const value = () => this.run(() => [...document.querySelectorAll("dialog[open] input, dialog[open] textarea")].map((box) => box.value).find((value) => value.includes("#/")));
    return until("there is no link", value);
  }
}
