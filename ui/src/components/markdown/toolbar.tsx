import {
  Bold,
  Code,
  FoldVertical,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Strikethrough,
  TextQuote,
  Video,
  type LucideIcon,
} from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { bullets, codeBlock, heading, numbers, quote, spoiler, wrap, type TextCommand } from './text-edits'
import ui from '@/components/ui/ui.module.css'
import markdownEditorCss from './markdown-editor.module.css'

export type DialogName = 'link' | 'image' | 'video'
type Tool = { label: string; icon: LucideIcon; keys?: string } & ({ command: TextCommand } | { dialog: DialogName })

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const mod = (key: string) => (mac ? `⌘${key}` : `Ctrl+${key}`)

const headings: Tool[] = [
  { label: t.heading(1), icon: Heading1, command: heading(1) },
  { label: t.heading(2), icon: Heading2, command: heading(2) },
  { label: t.heading(3), icon: Heading3, command: heading(3) },
]
const groups: Tool[][] = [
  [
    { label: t.bold, icon: Bold, command: wrap('**'), keys: mod('B') },
    { label: t.italic, icon: Italic, command: wrap('*'), keys: mod('I') },
    { label: t.strike, icon: Strikethrough, command: wrap('~~'), keys: mod('S') },
    { label: t.code, icon: Code, command: codeBlock, keys: mod('E') },
    { label: t.spoiler, icon: FoldVertical, command: spoiler(t.spoilerSummary) },
  ],
  [
    { label: t.bullets, icon: List, command: bullets },
    { label: t.numbers, icon: ListOrdered, command: numbers },
    { label: t.quote, icon: TextQuote, command: quote, keys: mod(mac ? '⇧.' : 'Shift+.') },
  ],
  [
    { label: t.link, icon: Link, dialog: 'link' },
    { label: t.image, icon: Image, dialog: 'image' },
    { label: t.video, icon: Video, dialog: 'video' },
  ],
]

type ToolbarProps = {
  headingButtons: boolean
  off: boolean
  controls: string
  onCommand: (command: TextCommand) => void
  onDialog: (name: DialogName) => void
  children: ReactNode
}

/** One tab stop; arrows, Home and End move between the buttons. */
export function Toolbar({ headingButtons, off, controls, onCommand, onDialog, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const shown = headingButtons ? [headings, ...groups] : groups
  const labels = shown.flat().map((tool) => tool.label)
  const stop = current !== undefined && labels.includes(current) ? current : labels[0]
  const press = (event: KeyboardEvent) => {
    const at = labels.indexOf(document.activeElement?.getAttribute('aria-label') ?? '')
    if (at < 0) return
    const last = labels.length - 1
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(labels[next])
    bar.current?.querySelectorAll<HTMLElement>(`.${markdownEditorCss.group} button`)[next]?.focus()
  }
  return (
    // The keys belong to the buttons inside.
    <div ref={bar} className={markdownEditorCss.bar} role="toolbar" aria-label={t.toolbar} aria-controls={controls} onKeyDown={press}>
      {shown.map((group) => (
        <span key={group[0]?.label} className={markdownEditorCss.group}>
          {group.map((tool) => (
            <IconButton
              key={tool.label}
              label={tool.label}
              title={tool.keys ? `${tool.label}（${tool.keys}）` : tool.label}
              kind="quiet"
              size="sm"
              disabled={off}
              tabIndex={tool.label === stop ? 0 : -1}
              onFocus={() => setCurrent(tool.label)}
              onClick={() => ('command' in tool ? onCommand(tool.command) : onDialog(tool.dialog))}
            >
              <tool.icon className={ui.icon} aria-hidden />
            </IconButton>
          ))}
        </span>
      ))}
      <span className={markdownEditorCss.end}>{children}</span>
    </div>
  )
}
