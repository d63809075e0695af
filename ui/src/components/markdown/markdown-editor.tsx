import { useQuery } from '@tanstack/react-query'
import { Bold, Code, FoldVertical, Heading1, Heading2, Heading3, Image, Italic, Link, List, ListOrdered, Strikethrough, TextQuote, Video, type LucideIcon } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import '@/styles/editor.css'
import '@/styles/work.css'
import { IconButton } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { ErrorCard } from '@/components/ui/feedback'
import { send } from '@/lib/api/client'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { cn } from '@/lib/cn'
import { ImageDialog, LinkDialog, VideoDialog } from './insert-dialogs'
import { PlainSurface, type SurfaceHandle, type SurfaceProps } from './plain-surface'
import { Prose } from './prose'
import { bullets, codeBlock, heading, insert, numbers, quote, spoiler, wrap, type TextCommand } from './text-edits'

type Tool = { label: string; icon: LucideIcon; command: TextCommand }

const headings: Tool[] = [
  { label: t.heading(1), icon: Heading1, command: heading(1) },
  { label: t.heading(2), icon: Heading2, command: heading(2) },
  { label: t.heading(3), icon: Heading3, command: heading(3) },
]
const styling: Tool[] = [
  { label: t.bold, icon: Bold, command: wrap('**') },
  { label: t.italic, icon: Italic, command: wrap('*') },
  { label: t.strike, icon: Strikethrough, command: wrap('~~') },
  { label: t.code, icon: Code, command: codeBlock },
  { label: t.spoiler, icon: FoldVertical, command: spoiler(t.spoilerSummary) },
]
const lists: Tool[] = [
  { label: t.bullets, icon: List, command: bullets },
  { label: t.numbers, icon: ListOrdered, command: numbers },
  { label: t.quote, icon: TextQuote, command: quote },
]
const dialogs = { link: LinkDialog, image: ImageDialog, video: VideoDialog }
type DialogName = keyof typeof dialogs
const components: { name: DialogName; label: string; icon: LucideIcon }[] = [
  { name: 'link', label: t.link, icon: Link },
  { name: 'image', label: t.image, icon: Image },
  { name: 'video', label: t.video, icon: Video },
]

type MarkdownEditorProps = Omit<SurfaceProps, 'ref'> & {
  /** Buttons for headings; on by default. */
  headingButtons?: boolean
  className?: string
  /** Stands at the left of the toolbar's end. */
  end?: ReactNode
}

/** Writes Markdown: a toolbar over a text surface, and what it will look like. */
export function MarkdownEditor({ headingButtons = true, className, end, ...surface }: MarkdownEditorProps) {
  const handle = useRef<SurfaceHandle>(null)
  const [preview, setPreview] = useState(false)
  const [open, setOpen] = useState<{ name: DialogName; selected: string }>()
  const off = preview || surface.disabled
  const groups = [...(headingButtons ? [headings] : []), styling, lists]
  const Dialog = open ? dialogs[open.name] : undefined
  return (
    <div className={cn('md', surface.invalid && 'is-invalid', className)}>
      <div className="md-bar" role="toolbar" aria-label={t.toolbar}>
        {groups.map((group) => (
          <span key={group[0]?.label} className="md-group">
            {group.map((tool) => (
              <IconButton key={tool.label} label={tool.label} kind="quiet" size="sm" disabled={off} onClick={() => handle.current?.run(tool.command)}>
                <tool.icon className="i" aria-hidden />
              </IconButton>
            ))}
          </span>
        ))}
        <span className="md-group">
          {components.map((tool) => (
            <IconButton key={tool.name} label={tool.label} kind="quiet" size="sm" disabled={off} onClick={() => setOpen({ name: tool.name, selected: handle.current?.selected() ?? '' })}>
              <tool.icon className="i" aria-hidden />
            </IconButton>
          ))}
        </span>
        <span className="md-end">
          {end}
          <Switch checked={preview} onChange={(event) => setPreview(event.target.checked)}>
            {t.preview}
          </Switch>
        </span>
      </div>
      {preview ? <Preview text={surface.value} /> : <PlainSurface {...surface} placeholder={surface.placeholder ?? t.placeholder} ref={handle} />}
      {!preview && surface.maxLength !== undefined ? <p className="md-foot">{t.maxLength(surface.value.length, surface.maxLength)}</p> : null}
      {Dialog && open ? (
        <Dialog
          selected={open.selected}
          onClose={() => setOpen(undefined)}
          onInsert={(text) => {
            setOpen(undefined)
            // The dialog gives the focus back first; the text area remembers its selection meanwhile.
            setTimeout(() => handle.current?.run(insert(text)))
          }}
        />
      ) : null}
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const html = useQuery({
    queryKey: ['markdown', text],
    queryFn: ({ signal }) => send<{ html: string }>('POST', '/_internal/markdown', { body: { body: text }, signal }),
    enabled: text.trim() !== '',
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (text.trim() === '') return <p className="md-view subtle">{t.previewEmpty}</p>
  if (html.isError) return <ErrorCard error={html.error} onRetry={() => void html.refetch()} />
  return html.data ? (
    <Prose className="md-view" html={html.data.html} />
  ) : (
    <p className="md-view subtle" role="status">
      {t.previewBusy}
    </p>
  )
}
