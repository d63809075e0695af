import { useQuery } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { DownloadTrend } from './download-trend'

/** The downloads of the last days of a project. */
export function Trend({ project }: { project: { id: string } }) {
  const { data } = useQuery(projectQueries.trend(project.id))
  return <DownloadTrend days={data} />
}
