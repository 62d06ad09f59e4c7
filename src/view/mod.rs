//! What the page shows of a line, computed once from its bytes: pure data, no page.

mod arrows;
mod column;
mod completion;
mod highlight;
mod name;
mod record;
mod row;

pub use arrows::ArrowKind;
pub use column::Column;
pub use completion::{Completion, Offer, complete};
pub use highlight::{Paint, Segment};
pub use record::{OperationRow, PositionState, RecordView};
pub use row::RowView;
