import { useQuery } from '@tanstack/react-query'
import { ErrorCard } from '@/components/ui/feedback'
import { POLL_MS, reportQueries } from '../api'
import { Thread } from './thread'

type LinkThreadProps = { id: string; staff: boolean; me: string | undefined; hint: string; placeholder: string }

/** The messages about a translation, between the members of both projects and the staff. */
export default function LinkThread({ id, ...rest }: LinkThreadProps) {
  const thread = useQuery({ ...reportQueries.thread(id), refetchInterval: POLL_MS })
  if (thread.isError && !thread.data) return <ErrorCard error={thread.error} onRetry={() => void thread.refetch()} />
  if (!thread.data) return null
  return <Thread thread={thread.data} {...rest} />
}
