import { Columns2 } from 'lucide-react'
import { useId, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import type { PictureUpload } from '@/lib/picture-upload'
import { readLocal, writeLocal } from '@/lib/storage'
import { useMedia } from '@/lib/use-media'
import { EditorError } from './editor-error'
import { ImageDialog } from './image-dialog'
import { LinkDialog, VideoDialog } from './insert-dialogs'
import { PlainSurface } from './plain-surface'
import { Preview } from './preview'
import type { SurfaceHandle, SurfaceProps } from './surface'
import { insert } from './text-edits'
import { Toolbar, type DialogName } from './toolbar'
import { useCodeSurface } from './use-code-surface'
import { usePictures } from './use-pictures'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './markdown-editor.module.css'

const dialogs = { link: LinkDialog, image: ImageDialog, video: VideoDialog }
const REFUSED_MS = 4_000
const MIN_PX = 200
/** Where this browser keeps whether the preview stands beside the text. */
const SPLIT = 'modyard.editor-split'
const LINE_PX = 24

type MarkdownEditorProps = Omit<SurfaceProps, 'ref'> & {
  /** Minimum number of lines and maximum height in pixels; longer texts scroll inside. */
  rows?: number
  maxHeight?: number
  /** Buttons for headings; on by default. */
  headingButtons?: boolean
  className?: string
  /** Offers the preview beside the text, where there is space for both. */
  splits?: boolean
  /** Shown at the left of the toolbar's end. */
  end?: ReactNode
  /** Uploads a picture and returns its address; without it pictures can only be linked. */
  onImageUpload?: PictureUpload | undefined
}

/** The Markdown editor: a toolbar over a text surface, and a preview. */
export function MarkdownEditor({
  rows = 12,
  maxHeight,
  headingButtons = true,
  className,
  splits = false,
  end,
  onImageUpload,
  ...rest
}: MarkdownEditorProps) {
  const handle = useRef<SurfaceHandle>(null)
  const keysId = useId()
  const surfaceId = useId()
  const [preview, setPreview] = useState(false)
  const [beside, setBeside] = useState(() => splits && readLocal(SPLIT) === true)
  const wide = useMedia('(min-width: 1200px)')
  const split = beside && wide && !preview
  const [open, setOpen] = useState<{ name: DialogName; selected: string }>()
  const [full, setFull] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pictures = usePictures(handle, rest.disabled ? undefined : onImageUpload)
  const code = useCodeSurface(rest.value)
  const Dialog = open ? dialogs[open.name] : undefined
  const refused = () => {
    setFull(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setFull(false), REFUSED_MS)
  }
  const surface = {
    ...rest,
    id: rest.id ?? surfaceId,
    placeholder: rest.placeholder ?? t.placeholder,
    described: cn(rest.described, keysId),
  }
  const height = {
    '--md-min': `${Math.max(MIN_PX, rows * LINE_PX + 24)}px`,
    ...(maxHeight ? { '--md-max': `${maxHeight}px` } : {}),
  } as CSSProperties
  const { maxLength, value } = rest
  return (
    <div className={cn(css.root, rest.invalid && css.invalid, className)}>
      <Toolbar
        headingButtons={headingButtons}
        off={preview || !code.Surface || Boolean(rest.disabled)}
        controls={surface.id}
        onCommand={(command) => handle.current?.run(command)}
        onDialog={(name) => setOpen({ name, selected: handle.current?.selected() ?? '' })}
      >
        {end}
        {splits && wide ? (
          <IconButton
            label={t.split}
            kind="quiet"
            size="sm"
            aria-pressed={split}
            disabled={preview}
            onClick={() => {
              writeLocal(SPLIT, !beside)
              setBeside(!beside)
            }}
          >
            <Columns2 className={ui.icon} aria-hidden />
          </IconButton>
        ) : null}
        <Switch checked={preview} onChange={(event) => setPreview(event.target.checked)}>
          {t.preview}
        </Switch>
      </Toolbar>
      <div className={split ? css.split : undefined}>
        {/* Hidden, not unmounted: the undo history and the position are kept. */}
        <div hidden={preview} style={height}>
          {code.Surface ? (
            <code.Surface {...surface} ref={handle} start={code.start} onPictures={pictures.take} onRefused={refused} />
          ) : (
            <PlainSurface {...surface} ref={code.plain} />
          )}
        </div>
        {preview || split ? <Preview text={value} /> : null}
      </div>
      {pictures.error ? <EditorError className={css.say} title={t.pictureFailed} text={pictures.error} /> : null}
      {preview ? null : (
        <p className={cn(css.foot, maxLength === undefined && css.bare)}>
          {maxLength === undefined ? null : (
            <span className={value.length > maxLength ? formCss.error : undefined} title={t.maxLength(value.length, maxLength)}>
              {t.characters(formatExact(value.length), formatExact(maxLength))}
            </span>
          )}
          <span className={formCss.error} role="status">
            {full ? t.full : ''}
          </span>
          <span id={keysId} className={css.keys}>
            {t.leaveKeys}
          </span>
        </p>
      )}
      {Dialog && open ? (
        <Dialog
          selected={open.selected}
          onImageUpload={onImageUpload}
          onClose={() => setOpen(undefined)}
          onInsert={(text) => {
            setOpen(undefined)
            // The dialog returns the focus first; the surface keeps its selection meanwhile.
            setTimeout(() => handle.current?.run(insert(text)))
          }}
        />
      ) : null}
    </div>
  )
}
