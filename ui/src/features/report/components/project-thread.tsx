import { useQuery } from '@tanstack/react-query'
import { ErrorCard } from '@/components/ui/feedback'
import { useLive } from '@/lib/live'
import { threadsTopic } from '@/lib/live/topics'
import { POLL_MS } from '../api'
import { talkQueries } from '../talk-api'
import { TalkCard, type TalkCardProps } from './talk-card'

const topics = [threadsTopic]

/** The messages between a project's members and the staff. */
export default function ProjectThread({ id, ...rest }: Omit<TalkCardProps, 'talk'> & { id: string }) {
  useLive(topics)
  const talk = useQuery({ ...talkQueries.one(id), refetchInterval: POLL_MS })
  if (talk.isError && !talk.data) return <ErrorCard error={talk.error} onRetry={() => void talk.refetch()} />
  if (!talk.data) return null
  return <TalkCard key={id} talk={talk.data} {...rest} />
}
