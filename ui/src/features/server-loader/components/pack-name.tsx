import { useQuery } from '@tanstack/react-query'
import { projectQueries } from '@/lib/project-queries'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { titles } from '@/lib/titles'
import { versionQueries } from '@/lib/version-queries'

/** The title of a modpack with a version, as far as they are known. */
export function PackName({ project, version }: { project: string; version: string | undefined }) {
  const pack = useQuery(projectQueries.detail(project))
  const of = useQuery({ ...versionQueries.version(project, version ?? ''), enabled: version !== undefined })
  const title = pack.data ? titles(pack.data).title : serverLoaderText.now.pack
  return `${title} ${of.data?.version_number ?? ''}`.trim()
}
