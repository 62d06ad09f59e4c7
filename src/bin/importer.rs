//! The program of the workers that read files in other formats.

fn main() {
    epidote::worker::serve(epidote::jobs::Importer::default());
}
