import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorCard } from '@/components/ui/feedback'
import { send } from '@/lib/api/client'
import { cn } from '@/lib/cn'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { MessageProse } from './message-prose'
import ui from '@/components/ui/ui.module.css'
import markdownEditorCss from './markdown-editor.module.css'

const SETTLED_MS = 300

/** The server's rendering of a text, as on the page, but pictures of other hosts wait for a press. A changing text is sent when typing pauses. */
export function Preview({ text, className = markdownEditorCss.view }: { text: string; className?: string }) {
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  const html = useQuery({
    queryKey: ['markdown', asked],
    queryFn: ({ signal }) => send('POST', '/_internal/markdown', { body: { body: asked }, signal }),
    enabled: asked.trim() !== '',
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: (before) => before,
  })
  if (text.trim() === '') return <p className={cn(className, ui.subtle)}>{t.previewEmpty}</p>
  if (html.isError) return <ErrorCard error={html.error} onRetry={() => void html.refetch()} />
  return html.data ? (
    <MessageProse className={className} html={html.data.html} />
  ) : (
    <p className={cn(className, ui.subtle)} role="status">
      {t.previewBusy}
    </p>
  )
}
