//! What repeats in a file: positions and labels that stand in earlier lines.

use crate::app::sweep::{Sweep, Sweeps};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::protocol::{Repeats, Same};

impl Sweeps {
    /// What stands in earlier lines of a file; the labels if they are asked for.
    ///
    /// # Errors
    /// Lines that cannot be read, or a worker that failed.
    pub(crate) async fn repeats(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: &[RecordId],
        with_labels: bool,
    ) -> Result<Repeats, Text> {
        let senses = if with_labels { vec![Same::Fields, Same::Label] } else { vec![Same::Fields] };
        let alike = self.alike(sweep, document, ids, senses, false).await?.unwrap_or_default();
        let mut others = alike.into_iter().map(|(_, others)| others);
        let positions = others.next().unwrap_or_default();
        Ok(Repeats { positions, labels: others.next().unwrap_or_default() })
    }
}
