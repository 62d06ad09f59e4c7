// Trunk's last step, in the folder that it builds into. A debug build stays as it is.
import { joinStyles } from "./join-styles.mjs";
import { precache } from "./precache.mjs";
import { splitProgram } from "./split.mjs";

if (process.env.TRUNK_PROFILE === "release") {
  joinStyles(process.env.TRUNK_STAGING_DIR);
  splitProgram(process.env.TRUNK_STAGING_DIR);
  precache(process.env.TRUNK_STAGING_DIR);
}
