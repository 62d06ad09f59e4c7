// Trunk's last step, in the folder that it builds into. A debug build stays as it is.
import { precache } from "./precache.mjs";
import { splitProgram } from "./split.mjs";

if (process.env.TRUNK_PROFILE === "release") {
  splitProgram(process.env.TRUNK_STAGING_DIR);
  precache(process.env.TRUNK_STAGING_DIR);
}
