/** The elements of HTML that rendered texts keep for their names alone, and the others: the lists of the server's renderer. */
const shown =
  'p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small center div ul ol li dl dt dd ' +
  'table thead tbody tfoot tr th td caption details summary'
const hidden =
  'a abbr acronym address applet area article aside audio base basefont bdi bdo big body button canvas cite col colgroup ' +
  'command data datalist dfn dialog dir embed fieldset figcaption figure font footer form frame frameset head header hgroup html iframe image ' +
  'img input keygen label legend link listing main map marquee math menu menuitem meta meter nav noembed noframes noscript object optgroup ' +
  'option output param picture plaintext progress q rp rt ruby samp script search section select slot source span strike style svg template ' +
  'textarea time title track tt var video wbr xmp'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const shownNames = names(shown)
const hiddenNames = names(hidden)

/** Tells of each tag of a text, in their order, whether it is text and no markup: List<Map>, /give <player>. `before` is the character
 * before the tag. An end is text where its beginning is. */
export function writtenTags(): (tag: string, before: string) => boolean {
  const begun = new Set<string>()
  return (tag, before) => {
    const name = /^<\/?([a-z][a-z\d-]*)[ \t]*\/?>$/i.exec(tag)?.[1]?.toLowerCase()
    if (name === undefined) return false
    if (tag.startsWith('</')) return begun.has(name)
    if (shownNames.has(name) || (hiddenNames.has(name) && !(/^<[A-Z]/.test(tag) && /[A-Za-z\d_]/.test(before)))) return false
    begun.add(name)
    return true
  }
}
