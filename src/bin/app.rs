//! The page program.

fn main() {
    epidote::ui::start();
}
