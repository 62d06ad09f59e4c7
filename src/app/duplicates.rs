//! Repetitions in a file: positions and labels that also occur in earlier lines.

use crate::app::sweep::{Sweep, Sweeps};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::protocol::{Repeats, Same};

impl Sweeps {
    /// The positions of a file that also occur in earlier lines, and the labels too if they are wanted.
    ///
    /// # Errors
    /// A line cannot be read, or a worker failed.
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
