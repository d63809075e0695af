import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorCard } from '@/components/ui/feedback'
import { useLive } from '@/lib/live'
import { threadsTopic } from '@/lib/live/topics'
import { POLL_MS } from '../api'
import { talkQueries } from '../talk-api'
import { TalkCard, type TalkCardProps } from './talk-card'

const topics = [threadsTopic]

type ProjectThreadProps = Omit<TalkCardProps, 'talk'> & { id: string; children?: ReactNode }

/** The messages between a project's members and the staff. What stands below comes with them, so that nothing is moved. */
export default function ProjectThread({ id, children, ...rest }: ProjectThreadProps) {
  useLive(topics)
  const talk = useQuery({ ...talkQueries.one(id), refetchInterval: POLL_MS })
  if (!talk.data && !talk.isError) return null
  return (
    <>
      {talk.data ? <TalkCard key={id} talk={talk.data} {...rest} /> : <ErrorCard error={talk.error} onRetry={() => void talk.refetch()} />}
      {children}
    </>
  )
}
