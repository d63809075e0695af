import { useQuery } from '@tanstack/react-query'
import { MessageProse } from '@/components/markdown/message-prose'
import { send } from '@/lib/api/client'
import { cn } from '@/lib/cn'
import css from './message.module.css'

/** A moderator's message: rendered by the server, otherwise as it was typed. */
export function Message({ text }: { text: string }) {
  const html = useQuery({
    queryKey: ['markdown', text],
    queryFn: ({ signal }) => send('POST', '/_internal/markdown', { body: { body: text }, signal }),
    staleTime: Infinity,
    retry: false,
  })
  return html.data ? <MessageProse className={css.root} html={html.data.html} /> : <p className={cn(css.root, css.plain)}>{text}</p>
}
