//! Everything that a program is made of may be passed on with it, and comes from the registry of Rust.

use std::process::Command;

use serde_json::Value;
use spdx::Expression;

/// The licences that `deny.toml` allows.
fn allowed() -> Vec<String> {
    let text = std::fs::read_to_string("deny.toml").expect("deny.toml");
    let settings: toml::Value = toml::from_str(&text).expect("TOML");
    let listed = settings["licenses"]["allow"].as_array().expect("a list");
    listed.iter().map(|licence| licence.as_str().expect("a text").to_owned()).collect()
}

fn is_allowed(licence: &str, allowed: &[String]) -> bool {
    let expression = Expression::parse_mode(licence, spdx::ParseMode::LAX).expect("an expression");
    expression.evaluate(|asked| allowed.contains(&asked.to_string()))
}

/// All packages, as cargo describes them.
fn packages() -> Vec<Value> {
    let arguments = ["metadata", "--format-version", "1", "--all-features", "--locked", "--offline"];
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 200, "{} packages", packages.len());
    packages.clone()
}

#[test]
fn all_packages_have_licences_that_are_allowed() {
    let allowed = allowed();
    let refused: Vec<String> = packages()
        .iter()
        .map(|package| (package["name"].to_string(), package["license"].as_str().unwrap_or("none")))
        .filter(|(_, licence)| *licence == "none" || !is_allowed(licence, &allowed))
        .map(|(name, licence)| format!("{name}: {licence}"))
        .collect();
    assert!(refused.is_empty(), "licences that deny.toml does not allow:\n{}", refused.join("\n"));
}

/// What `[sources]` and `[bans]` of `deny.toml` say.
#[test]
fn all_packages_are_own_or_of_the_registry_and_those_asked_for_have_a_version() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let mut refused = Vec::new();
    for package in packages() {
        match package["source"].as_str() {
            Some(REGISTRY) => {}
            Some(source) => refused.push(format!("{} is from {source}", package["name"])),
            None => refused.extend(
                package["dependencies"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .filter(|needed| needed["req"] == "*" && needed["path"].is_null())
                    .map(|needed| format!("{} asks for any {}", package["name"], needed["name"])),
            ),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn an_expression_is_allowed_if_a_choice_is() {
    let allowed = ["MIT".to_owned(), "Apache-2.0".to_owned()];
    let check = |licence: &str, expect: bool| assert_eq!(is_allowed(licence, &allowed), expect, "{licence}");
    check("MIT", true);
    check("MIT/Unlicense", true);
    check("(Unlicense OR MIT) AND Apache-2.0", true);
    check("MIT AND Unlicense", false);
    check("AGPL-3.0-only", false);
    check("Apache-2.0 WITH LLVM-exception", false);
}
