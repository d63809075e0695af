import type { Ref } from 'react'
import { useImeSafeValue } from '@/lib/ime'
import type { SurfaceProps } from './surface'
import markdownEditorCss from './markdown-editor.module.css'

type PlainSurfaceProps = Omit<SurfaceProps, 'ref'> & { ref: Ref<HTMLTextAreaElement> }

/** A text area: used until the editor is loaded, or where it cannot be. */
export function PlainSurface({ value, onValue, label, described, invalid, ...rest }: PlainSurfaceProps) {
  const field = useImeSafeValue<HTMLTextAreaElement>(value, onValue)
  return (
    <textarea
      {...rest}
      {...field}
      className={markdownEditorCss.area}
      aria-label={label}
      aria-describedby={described}
      aria-invalid={invalid || undefined}
      spellCheck={false}
    />
  )
}
