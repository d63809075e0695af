import { queryOptions, useQuery } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import { projectQueries } from '@/lib/project-queries'
import { DownloadTrend } from './download-trend'

/** The downloads of the last days; none where nothing was downloaded. */
const trendQuery = (id: string) =>
  queryOptions({
    queryKey: [...projectQueries.one(id), 'trend'] as const,
    ...reading('/_internal/project/{id}/trend', { params: { id } }),
    staleTime: 60_000,
  })

/** The downloads of the last days of a project. */
export default function Trend({ project }: { project: { id: string } }) {
  const { data } = useQuery(trendQuery(project.id))
  return <DownloadTrend days={data} />
}
