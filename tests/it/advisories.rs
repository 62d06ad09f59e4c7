//! No package that a program is made of has a defect that is publicly known: the list of RustSec, as `cargo deny check
//! advisories` reads it. `scripts/setup tests` brings it where its server can be reached.

use std::fs;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use toml::Value;

/// What is known of a package.
#[derive(Debug, PartialEq, Eq)]
struct Advisory {
    id: String,
    package: String,
    /// Whether it is no defect but that nobody cares for the package any more, or the like.
    is_note: bool,
    /// Versions that have it no more, and those that never had it.
    patched: Vec<VersionReq>,
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    /// Reads a file of the list; `None` for what was withdrawn.
    fn read(text: &str) -> Option<Self> {
        let settings = text.split("```toml").nth(1)?.split("```").next()?;
        let settings: Value = toml::from_str(settings).expect("TOML");
        let advisory = &settings["advisory"];
        if advisory.get("withdrawn").is_some() {
            return None;
        }
        let word = |name: &str| advisory[name].as_str().expect("a text").to_owned();
        let listed = |name: &str| -> Vec<VersionReq> {
            let listed = settings["versions"].get(name).and_then(Value::as_array).into_iter().flatten();
            listed
                .map(|asked| VersionReq::parse(asked.as_str().expect("a text")).expect("versions"))
                .collect()
        };
        Some(Self {
            id: word("id"),
            package: word("package"),
            is_note: advisory.get("informational").is_some_and(|kind| kind.as_str() != Some("unsound")),
            patched: listed("patched"),
            unaffected: listed("unaffected"),
        })
    }

    fn concerns(&self, name: &str, version: &Version) -> bool {
        // Requirements leave out versions before a release, unless they name one. A version before that with the cure
        // may not have it.
        let released = Version::new(version.major, version.minor, version.patch);
        let is_good = self.patched.iter().any(|good| good.matches(version))
            || self.unaffected.iter().any(|good| good.matches(version) || good.matches(&released));
        self.package == name && !is_good
    }
}

/// All files of the list that concern packages of the registry.
fn advisories(folder: &Path) -> Vec<Advisory> {
    let entries = |path: &Path| -> Vec<PathBuf> {
        fs::read_dir(path).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect()
    };
    let files = entries(&folder.join("crates")).into_iter().flat_map(|package| entries(&package));
    files.filter_map(|file| Advisory::read(&fs::read_to_string(file).expect("an advisory"))).collect()
}

/// The names and versions in a lock file.
fn packages(lock: &str) -> Vec<(String, Version)> {
    let lock: Value = toml::from_str(lock).expect("TOML");
    let word = |package: &Value, name: &str| package[name].as_str().expect("a text").to_owned();
    let packages = lock["package"].as_array().expect("packages").iter();
    packages
        .map(|package| (word(package, "name"), Version::parse(&word(package, "version")).expect("a version")))
        .collect()
}

/// What `deny.toml` lets pass, with a reason there.
fn let_pass() -> Vec<String> {
    let settings: Value = toml::from_str(&fs::read_to_string("deny.toml").expect("deny.toml")).expect("TOML");
    let listed = settings["advisories"]["ignore"].as_array().expect("a list").iter();
    listed.map(|entry| entry["id"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn no_package_has_a_known_defect() {
    let folder =
        std::env::var_os("EPIDOTE_ADVISORIES").map_or_else(|| "target/advisory-db".into(), PathBuf::from);
    if !folder.join("crates").is_dir() {
        println!("ADVISORIES NOT CHECKED: there is no list in {} (scripts/setup tests)", folder.display());
        return;
    }
    let known = advisories(&folder);
    let packages = packages(&fs::read_to_string("Cargo.lock").expect("Cargo.lock"));
    println!("{} packages, {} advisories", packages.len(), known.len());
    assert!(known.len() > 500 && packages.len() > 200);
    let passed = let_pass();
    let mut defects = Vec::new();
    for (name, version) in &packages {
        for advisory in known.iter().filter(|advisory| advisory.concerns(name, version)) {
            let words = format!("{}: {name} {version}", advisory.id);
            if advisory.is_note || passed.contains(&advisory.id) {
                println!("noted: {words}");
            } else {
                defects.push(words);
            }
        }
    }
    assert!(defects.is_empty(), "packages with known defects (https://rustsec.org):\n{}", defects.join("\n"));
}

#[test]
fn an_advisory_concerns_the_versions_that_it_says() {
    let text = |more: &str| {
        format!(
            "```toml\n[advisory]\nid = \"RUSTSEC-1\"\npackage = \"a\"\n{more}\n[versions]\npatched = [\">= 1.2.3\", \
             \"^0.9.4\"]\nunaffected = [\"< 0.5\"]\n```\n# Words\n"
        )
    };
    let advisory = Advisory::read(&text("")).expect("an advisory");
    let check = |name: &str, version: &str, expect: bool| {
        let version = Version::parse(version).expect("a version");
        assert_eq!(advisory.concerns(name, &version), expect, "{name} {version}");
    };
    check("a", "1.2.2", true);
    check("a", "1.2.3", false);
    check("a", "1.2.3-rc.1", true);
    check("a", "0.4.0-rc.1", false);
    check("a", "0.9.3", true);
    check("a", "0.9.5", false);
    check("a", "0.4.0", false);
    check("b", "1.2.2", false);
    assert!(Advisory::read(&text("informational = \"unmaintained\"")).expect("an advisory").is_note);
    assert!(!Advisory::read(&text("informational = \"unsound\"")).expect("an advisory").is_note);
    assert_eq!(Advisory::read(&text("withdrawn = \"2020-01-01\"")), None);
}
