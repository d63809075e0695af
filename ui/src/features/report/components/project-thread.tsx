import { useQuery } from '@tanstack/react-query'
import { ErrorCard } from '@/components/ui/feedback'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { POLL_MS, reportQueries } from '../api'
import { Thread } from './thread'

/** The messages between a project's members and the staff. */
export default function ProjectThread({ id, staff, me }: { id: string; staff: boolean; me: string | undefined }) {
  const thread = useQuery({ ...reportQueries.thread(id), refetchInterval: POLL_MS })
  if (thread.isError && !thread.data) return <ErrorCard error={thread.error} onRetry={() => void thread.refetch()} />
  if (!thread.data) return null
  return (
    <Thread
      thread={thread.data}
      staff={staff}
      me={me}
      hint={reviewText.threadHint}
      placeholder={staff ? reviewText.threadToAuthor : reviewText.threadToStaff}
    />
  )
}
