import { Note } from '@/components/ui/feedback'
import { Quoted } from '@/components/ui/quoted'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import ui from '@/components/ui/ui.module.css'

/** The error area of the editor and its dialogs: what failed, and why. A fixed English text stands below its meaning. */
export function EditorError({ title, text, className }: { title: string; text: string; className?: string | undefined }) {
  const meaning = t.explained[text]
  return (
    <Note tone="bad" className={className}>
      <b>{title}</b>{' '}
      <small className={ui.small} lang="en">
        {t.error}
      </small>
      <p>{meaning ?? text}</p>
      {meaning ? <Quoted text={text} /> : null}
    </Note>
  )
}
