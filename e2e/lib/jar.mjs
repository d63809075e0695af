// A mod's archive with nothing but its description, stored without compression.
import { crc32 } from 'node:zlib'

/** The smallest jar a Fabric mod can be. */
export function jar(id) {
  const name = Buffer.from('fabric.mod.json')
  const body = Buffer.from(JSON.stringify({ schemaVersion: 1, id, version: '1.0.0' }))
  const sum = crc32(body)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt32LE(sum, 14)
  local.writeUInt32LE(body.length, 18)
  local.writeUInt32LE(body.length, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 4)
  central.writeUInt16LE(20, 6)
  central.writeUInt32LE(sum, 16)
  central.writeUInt32LE(body.length, 20)
  central.writeUInt32LE(body.length, 24)
  central.writeUInt16LE(name.length, 28)
  const start = local.length + name.length + body.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, name, body, central, name, end])
}
