/** The eight colours of a console. */
export type Colour = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white'

/** A part of a line in one look. */
export type Span = { text: string; colour?: Colour | undefined; bold?: boolean | undefined }

const colours: readonly Colour[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/* eslint-disable no-control-regex -- control sequences are what is looked for */
/** Sequences that a terminal would execute: with parameters, with a text, and of one character. */
const sequence = /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[\s\S]?|\u009b[0-?]*[ -/]*[@-~]?/g
/** Characters without a picture, and those that turn the direction of what follows. */
const invisible = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/* eslint-enable no-control-regex */

type Look = Omit<Span, 'text'>

/** The colour of an indexed one among 256, where it is one of the eight or their bright ones. */
const indexed = (index: number): Colour | undefined => (index < 16 ? colours[index % 8] : undefined)

function changed(look: Look, parameters: string): Look {
  const codes = parameters.split(';').map(Number)
  let now = look
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 0) now = {}
    else if (code === 1) now = { ...now, bold: true }
    else if (code === 22) now = { ...now, bold: undefined }
    else if (code === 39) now = { ...now, colour: undefined }
    else if (code >= 30 && code <= 37) now = { ...now, colour: colours[code - 30] }
    else if (code >= 90 && code <= 97) now = { ...now, colour: colours[code - 90] }
    else if (code === 38 || code === 48) {
      if (code === 38 && codes[at + 1] === 5) now = { ...now, colour: indexed(codes[at + 2] ?? 16) }
      at += codes[at + 1] === 5 ? 2 : 4
    }
  }
  return now
}

/** A line by its looks. Of all control sequences only those of colour and weight have an effect; the others are left out. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let look: Look = {}
  let from = 0
  const add = (part: string) => {
    const shown = part.replace(invisible, '')
    if (shown) spans.push({ text: shown, ...look })
  }
  for (const match of text.matchAll(sequence)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    if (match[2] === 'm') look = changed(look, match[1] ?? '')
  }
  add(text.slice(from))
  return spans
}

/** Spans without their first characters. */
export function without(spans: readonly Span[], count: number): Span[] {
  let left = count
  return spans.flatMap((span) => {
    const cut = Math.min(left, span.text.length)
    left -= cut
    return cut === span.text.length ? [] : [{ ...span, text: span.text.slice(cut) }]
  })
}
