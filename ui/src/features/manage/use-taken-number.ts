import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { versionQueries } from '@/lib/version-queries'

const CHECK_AFTER_MS = 300

/** Whether another version of a project has a number; asked when nothing has been typed for a moment. */
export function useTakenNumber(project: string, own: string | undefined, number: string): boolean {
  const [settled, setSettled] = useState(number)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(number), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [number])
  // Of two with one number, one at least is another version.
  const same = useQuery({ ...versionQueries.versions(project, { version_number: settled, limit: 2 }), enabled: settled !== '' })
  return settled === number && (same.data?.versions.some((one) => one.id !== own) ?? false)
}
