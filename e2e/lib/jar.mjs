// A mod's archive with nothing but its description.
import { archive } from './archive.mjs'

/** The smallest jar a Fabric mod can be. */
export function jar(id) {
  return archive({ 'fabric.mod.json': JSON.stringify({ schemaVersion: 1, id, version: '1.0.0' }) })
}
