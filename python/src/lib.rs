//! EPD in Python: records, files, columns and verbs, over the same core as the page and the command line.
//!
//! What is here works on bytes and blocks; `epidote/__init__.py` gives it the shape that Python expects.

mod batches;
mod blocks;
mod columns;
mod exporting;
mod failure;
mod heeding;
mod reading;
mod record;
mod searching;
mod told;

use pyo3::prelude::*;

pyo3::create_exception!(
    epidote,
    EpidoteError,
    pyo3::exceptions::PyValueError,
    "Something cannot be done with a record or a file."
);

#[pymodule]
fn _epidote(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let error = module.py().get_type::<EpidoteError>();
    // Where nothing is known of them.
    error.setattr("line", module.py().None())?;
    error.setattr("paragraph", module.py().None())?;
    module.add("EpidoteError", error)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::Finding>()?;
    module.add_class::<reading::Reader>()?;
    module.add_class::<columns::Scan>()?;
    module.add_class::<exporting::Exporter>()?;
    module.add_function(wrap_pyfunction!(exporting::opcodes, module)?)?;
    module.add_function(wrap_pyfunction!(record::parse, module)?)?;
    module.add_function(wrap_pyfunction!(searching::run_step, module)?)?;
    module.add_function(wrap_pyfunction!(searching::grade, module)?)?;
    Ok(())
}
