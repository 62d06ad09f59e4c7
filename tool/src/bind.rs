//! The JavaScript through which a program and the browser call each other.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::shorten;

/// The script that loads the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `static/boot.js`, which imports the JavaScript as a module.
    Page,
    /// `static/worker.js`, which runs it as a script.
    Worker,
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "page" => Ok(Self::Page),
            "worker" => Ok(Self::Worker),
            _ => bail!("a program is for a page or a worker, not for {text:?}"),
        }
    }
}

/// Writes `{name}.js` and `{name}_bg.wasm` into `folder`, which is created. The names of functions are kept,
/// because later steps sort and cut by them. The names through which the two call each other are shortened.
///
/// # Errors
/// The program cannot be read, was built with another version of wasm-bindgen, or contains JavaScript
/// snippets, which the page has no place for.
pub fn bind(kind: Kind, program: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    match kind {
        Kind::Page => bindgen.web(true)?,
        Kind::Worker => bindgen.no_modules(true)?,
    };
    bindgen.input_path(program).out_name(name).typescript(false).keep_debug(true);
    let mut output = bindgen.generate_output().with_context(|| program.display().to_string())?;
    ensure!(
        output.snippets().values().all(Vec::is_empty) && output.local_modules().is_empty(),
        "{} brings JavaScript of its own, which the build puts nowhere",
        program.display()
    );
    forget_linking(output.wasm_mut());
    let names = shorten::shorten(output.wasm_mut());
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    output.emit(folder)?;
    let script = folder.join(format!("{name}.js"));
    let text = std::fs::read_to_string(&script).with_context(|| script.display().to_string())?;
    std::fs::write(&script, names.write_into(&text)?).with_context(|| script.display().to_string())
}

/// Drops what the linker told about the program: it describes the bytes from before this step.
fn forget_linking(module: &mut walrus::Module) {
    let names: Vec<String> = module.customs.iter().map(|(_, section)| section.name().to_owned()).collect();
    for name in names.iter().filter(|name| *name == "linking" || name.starts_with("reloc.")) {
        module.customs.remove_raw(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_for_a_page_or_a_worker() {
        assert_eq!("page".parse::<Kind>().unwrap(), Kind::Page);
        assert_eq!("worker".parse::<Kind>().unwrap(), Kind::Worker);
        assert!("web".parse::<Kind>().is_err());
    }

    #[test]
    fn what_is_no_program_is_named() {
        let missing = Path::new("no/such/program.wasm");
        let error = bind(Kind::Page, missing, "app", &std::env::temp_dir()).unwrap_err();
        assert!(format!("{error:#}").contains("program.wasm"), "{error:#}");
    }
}
