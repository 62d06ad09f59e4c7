// Trunk's last step, in the folder that it builds into. A debug build stays as it is.
import { firstPaint } from "./first-paint.mjs";
import { precache } from "./precache.mjs";
import { splitProgram } from "./split.mjs";

if (process.env.TRUNK_PROFILE === "release") {
  firstPaint(process.env.TRUNK_STAGING_DIR);
  splitProgram(process.env.TRUNK_STAGING_DIR);
  precache(process.env.TRUNK_STAGING_DIR);
}
