//! Rows of the list that are dragged to another place with the mouse. Fingers scroll instead, and have the commands.

use leptos::ev::{self, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{context, size};
use crate::headless::decimal::tenths;
use crate::headless::window::{Scroll, Window};
use crate::logic::moving::{Drag, Moved};
use crate::logic::picking::Way;

/// The drag of rows in a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowDrag {
    state: AppState,
    list: NodeRef<html::Div>,
    window: Memo<Window>,
    scroll: RwSignal<Scroll>,
    /// The height of what is above the rows.
    above: f64,
    drag: RwSignal<Drag>,
    listens: StoredValue<bool>,
    /// Whether rows were dragged since the button was pressed.
    dragged: StoredValue<bool>,
}

impl RowDrag {
    pub(super) fn new(
        state: AppState,
        list: NodeRef<html::Div>,
        window: Memo<Window>,
        scroll: RwSignal<Scroll>,
        above: f64,
    ) -> Self {
        Self {
            state,
            list,
            window,
            scroll,
            above,
            drag: RwSignal::default(),
            listens: StoredValue::new(false),
            dragged: StoredValue::new(false),
        }
    }

    fn y(self, event: &PointerEvent) -> f64 {
        self.list.get_untracked().map_or(0.0, |list| size::height_in(&list, event)) - self.above
    }

    /// A button of the pointer is pressed. From the first time on, the whole window listens, because the pointer
    /// leaves the list.
    pub(super) fn press(self, event: &PointerEvent) {
        self.dragged.set_value(false);
        let is_plain = !(event.ctrl_key() || event.shift_key() || event.meta_key());
        if event.pointer_type() != "mouse"
            || event.button() != 0
            || !is_plain
            || !context::is_in(event, ".record-row")
        {
            return;
        }
        let y = self.y(event);
        let row = self.window.get_untracked().row_at(y, self.scroll.get_untracked());
        let Some(row) = row else { return };
        self.drag.set(Drag::Pressed { row, y });
        if !self.listens.get_value() {
            self.listens.set_value(true);
            let listeners = [
                window_event_listener(ev::pointermove, move |event| self.moved(&event)),
                window_event_listener(ev::pointerup, move |_| self.drop()),
                window_event_listener(ev::pointercancel, move |_| {
                    self.cancel();
                }),
            ];
            on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
        }
    }

    fn moved(self, event: &PointerEvent) {
        if self.drag.get_untracked() == Drag::None {
            return;
        }
        // The release happened where the page did not hear of it.
        if event.buttons() & 1 == 0 {
            self.cancel();
            return;
        }
        let y = self.y(event);
        if let Some(Moved::Begins(row)) = self.drag.try_update(|drag| drag.moved(y)) {
            self.dragged.set_value(true);
            // A picked row takes the others along.
            let is_picked = self.state.list.is_row_picked(row);
            self.state.list.go(row, if is_picked { Way::Past } else { Way::Alone });
            self.scroll_on();
        }
    }

    /// Scrolls while the pointer is at an end of the list.
    fn scroll_on(self) {
        request_animation_frame(move || {
            // The list may be gone with its file.
            let Some(drag) = self.drag.try_get_untracked().filter(|drag| drag.at().is_some()) else { return };
            let by = drag.scrolls(self.window.get_untracked().viewport);
            if let Some(list) = self.list.get_untracked().filter(|_| by != 0.0) {
                #[expect(clippy::cast_possible_truncation, reason = "at most the height of the spacer")]
                list.set_scroll_top(list.scroll_top() + by as i32);
            }
            self.scroll_on();
        });
    }

    /// Whether rows were dragged since the button was pressed, even if that was given up.
    pub(super) fn has_dragged(self) -> bool {
        self.dragged.get_value()
    }

    /// The button is released: the rows go where they are.
    pub(super) fn drop(self) {
        let y = self.drag.try_update(Drag::end).flatten();
        if let Some(y) = y {
            let gap = self.window.get_untracked().gap_at(y, self.scroll.get_untracked());
            self.state.list.move_to_gap(gap);
        }
    }

    /// Gives the drag up; returns whether there was one.
    pub(super) fn cancel(self) -> bool {
        self.drag.try_update(Drag::end).flatten().is_some()
    }

    /// The line between two rows where the dragged ones would go.
    pub(super) fn mark(self) -> Option<AnyView> {
        let y = self.drag.get().at()?;
        let (window, scroll) = (self.window.get(), self.scroll.get());
        let top = window.row_top(window.gap_at(y, scroll), scroll);
        let place = format!("translateY({}px)", tenths(top));
        Some(view! { <div class="records__gap" style:transform=place></div> }.into_any())
    }
}
