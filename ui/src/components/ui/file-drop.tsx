import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type ReactNode } from 'react'
import ui from './ui.module.css'

type FileDropProps = {
  /** Name of the field for assistive technology. */
  label: string
  /** Id of the title of the section that accepts the files. */
  titled?: string
  /** Accepted media types in the browser's dialog. */
  accept?: readonly string[]
  multiple?: boolean
  disabled?: boolean | undefined
  /** Accepts files that are pasted anywhere on the page except into a text field. */
  paste?: boolean
  /** Accepts files that are dropped anywhere on the page, except on another place for files. */
  page?: boolean
  className?: (over: boolean) => string | undefined
  onFiles: (files: File[]) => void
  /** `over` is true while files are dragged over it; `choose` opens the browser's dialog. */
  children: (over: boolean, choose: () => void) => ReactNode
}

/** A section that accepts files: dropped, chosen, or pasted. */
export function FileDrop({
  label,
  titled,
  accept,
  multiple,
  disabled = false,
  paste = false,
  page = false,
  className,
  onFiles,
  children,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData?.files.length) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return
    event.preventDefault()
    take(event.clipboardData.files)
  })
  useEffect(() => {
    if (!paste) return
    const listen = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [paste])
  const own = useRef<HTMLElement>(null)
  const elsewhere = useEffectEvent((event: globalThis.DragEvent): boolean => {
    if (disabled || event.dataTransfer?.types.includes('Files') !== true) return false
    const at = event.target instanceof Element ? event.target.closest('[data-file-drop], .cm-editor, [role=dialog]') : null
    if (!at) return true
    // The text takes pictures in itself.
    return at.classList.contains('cm-editor') && [...event.dataTransfer.items].some((one) => !one.type.startsWith('image/'))
  })
  const onPage = useEffectEvent((event: globalThis.DragEvent) => {
    if (event.type === 'dragleave') {
      if (event.relatedTarget === null) setOver(false)
      return
    }
    if (!elsewhere(event)) {
      if (event.type === 'dragover' && !own.current?.contains(event.target as Node)) setOver(false)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer?.files)
  })
  useEffect(() => {
    if (!page) return
    const listen = (event: globalThis.DragEvent) => onPage(event)
    const kinds = ['dragover', 'dragleave', 'drop'] as const
    for (const kind of kinds) document.addEventListener(kind, listen, { capture: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, listen, { capture: true })
    }
  }, [page])
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(!disabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <section
      ref={own}
      data-file-drop
      className={className?.(over)}
      aria-labelledby={titled}
      onDragOver={hold}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {children(over, () => input.current?.click())}
      <input
        ref={input}
        className={ui.visuallyHidden}
        type="file"
        multiple={multiple}
        tabIndex={-1}
        accept={accept?.join(',')}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </section>
  )
}
