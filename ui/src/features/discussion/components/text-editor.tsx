import { useId, type ComponentProps } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { postBody } from '@/lib/limits.gen'
import formCss from '@/components/ui/form.module.css'

type TextEditorProps = Omit<ComponentProps<typeof MarkdownEditor>, 'described' | 'invalid' | 'maxLength'> & {
  /** Why the text was refused. */
  error: string | undefined
}

/** The editor of a text without a label of its own, with what is wrong with the text below. */
export function TextEditor({ error, ...editor }: TextEditorProps) {
  const id = useId()
  return (
    <>
      <MarkdownEditor {...editor} {...(error ? { described: id, invalid: true } : {})} maxLength={postBody} />
      {error ? (
        <p id={id} className={formCss.error} role="alert">
          {error}
        </p>
      ) : null}
    </>
  )
}
