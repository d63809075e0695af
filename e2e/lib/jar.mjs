// A mod's archive with only its metadata file.
import { archive } from './archive.mjs'

/** The smallest valid jar of a Fabric mod. */
export function jar(id) {
  return archive({ 'fabric.mod.json': JSON.stringify({ schemaVersion: 1, id, version: '1.0.0' }) })
}
