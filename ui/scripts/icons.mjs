// Draws the site's icons from its mark into ui/public: node scripts/icons.mjs. The files are checked in.
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

const VIEW = 32
const faces = [
  { colour: [0x8d, 0xa3, 0xee], path: 'M8 1l8 4-8 4-8-4zM24 1l8 4-8 4-8-4zM16 13l8 4-8 4-8-4z' },
  { colour: [0x36, 0x55, 0xcd], path: 'M0 5l8 4v16l-8-4zM16 5l8 4v8l-8-4zM8 17l8 4v9l-8-4z' },
  { colour: [0x22, 0x3a, 0x93], path: 'M16 5v8l-8 4V9zM32 5v16l-8 4V9zM24 17v9l-8 4v-9z' },
]
const PAPER = [0xf3, 0xf4, 0xf7]
/** Samples in each direction of a pixel. */
const FINE = 4

/** The corners of each closed part of a path of straight lines. */
function polygons(path) {
  const all = []
  let [x, y] = [0, 0]
  for (const [, command, rest] of path.matchAll(/([MlvVhHzL])([^MlvVhHzL]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number)
    if (command === 'z') continue
    if (command === 'M') {
      ;[x, y] = n
      all.push([])
      all.at(-1).push([x, y])
    } else if (command === 'l') {
      for (let i = 0; i < n.length; i += 2) all.at(-1).push([(x += n[i]), (y += n[i + 1])])
    } else if (command === 'v') all.at(-1).push([x, (y += n[0])])
    else if (command === 'V') all.at(-1).push([x, (y = n[0])])
    else throw new Error(`the mark has a ${command}`)
  }
  return all
}

function inside(corners, x, y) {
  let odd = false
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [ax, ay] = corners[i]
    const [bx, by] = corners[j]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd
  }
  return odd
}

const shapes = faces.map(({ colour, path }) => ({ colour, parts: polygons(path) }))

/** The mark in a square of pixels (RGBA); `share` is how much of the side it takes, `paper` its ground. */
function draw(side, share, paper) {
  const pixels = Buffer.alloc(side * side * 4)
  const scale = VIEW / (side * share)
  const shift = (VIEW - side * scale) / 2
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const sum = [0, 0, 0, 0]
      for (let s = 0; s < FINE * FINE; s++) {
        const x = (column + ((s % FINE) + 0.5) / FINE) * scale + shift
        const y = (row + (Math.floor(s / FINE) + 0.5) / FINE) * scale + shift
        const colour = shapes.find(({ parts }) => parts.some((part) => inside(part, x, y)))?.colour ?? paper
        if (!colour) continue
        for (let c = 0; c < 3; c++) sum[c] += colour[c]
        sum[3]++
      }
      const at = (row * side + column) * 4
      for (let c = 0; c < 3; c++) pixels[at + c] = sum[3] ? Math.round(sum[c] / sum[3]) : 0
      pixels[at + 3] = Math.round((sum[3] / (FINE * FINE)) * 255)
    }
  }
  return pixels
}

const crcs = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n >>> 0
})

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE((body.reduce((sum, byte) => crcs[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0, body.length + 4)
  return out
}

function png(side, share, paper) {
  const pixels = draw(side, share, paper)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * side * 4, (row + 1) * side * 4)]),
  )
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Several PNG files in one .ico. */
function ico(sides) {
  const pictures = sides.map((side) => png(side, 1))
  const head = Buffer.alloc(6 + 16 * sides.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sides.length, 4)
  let at = head.length
  for (const [n, picture] of pictures.entries()) {
    const entry = 6 + 16 * n
    head.set([sides[n], sides[n], 0, 0, 1, 0, 32, 0], entry)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

const files = {
  'icon-192.png': png(192, 0.9),
  'icon-512.png': png(512, 0.9),
  // Systems cut this one to a circle or a rounded square.
  'icon-maskable-512.png': png(512, 0.56, PAPER),
  'apple-touch-icon.png': png(180, 0.68, PAPER),
  'favicon.ico': ico([16, 32, 48]),
}
for (const [name, bytes] of Object.entries(files)) writeFileSync(new URL(`../public/${name}`, import.meta.url), bytes)
