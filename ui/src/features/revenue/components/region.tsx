import type { ReactNode } from 'react'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import ui from '@/components/ui/ui.module.css'

type Asked<T> = { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
type RegionProps<T> = { query: Asked<T>; height: number; children: (data: T) => ReactNode }

/** What a query shows; before, a placeholder of its height, or the error with a retry. */
export function Region<T>({ query, height, children }: RegionProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Loading className={ui.card}>
      <Bone h={height} />
    </Loading>
  )
}
