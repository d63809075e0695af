/** The colours of the game, by the letter of their code. */
export const colours: Readonly<Record<string, string>> = {
  '0': '#000000',
  '1': '#0000aa',
  '2': '#00aa00',
  '3': '#00aaaa',
  '4': '#aa0000',
  '5': '#aa00aa',
  '6': '#ffaa00',
  '7': '#aaaaaa',
  '8': '#555555',
  '9': '#5555ff',
  a: '#55ff55',
  b: '#55ffff',
  c: '#ff5555',
  d: '#ff55ff',
  e: '#ffff55',
  f: '#ffffff',
}

type Style = { colour: string; bold: boolean; italic: boolean; under: boolean; struck: boolean }
/** A piece of a message in one style. */
export type Piece = Style & { text: string }

const plain: Style = { colour: 'a', bold: false, italic: false, under: false, struck: false }
/** Without a code the game writes in grey. */
const start: Style = { ...plain, colour: '7' }

/** The lines of a message of the day as players see them. A colour ends every other style, as in the game. */
export function piecesOf(message: string): Piece[][] {
  return message.split('\n').map((line) => {
    const pieces: Piece[] = []
    let style = start
    let text = ''
    const end = () => {
      if (text) pieces.push({ ...style, text })
      text = ''
    }
    const letters = [...line]
    for (let i = 0; i < letters.length; i++) {
      const letter = letters[i] ?? ''
      const code = letter === '§' ? letters[i + 1]?.toLowerCase() : undefined
      if (code === undefined || !/^[0-9a-fk-or]$/.test(code)) {
        text += letter
        continue
      }
      end()
      i++
      if (colours[code]) style = { ...plain, colour: code }
      else if (code === 'r') style = start
      else if (code === 'l') style = { ...style, bold: true }
      else if (code === 'o') style = { ...style, italic: true }
      else if (code === 'n') style = { ...style, under: true }
      else if (code === 'm') style = { ...style, struck: true }
    }
    end()
    return pieces
  })
}
