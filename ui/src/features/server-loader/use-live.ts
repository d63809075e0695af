import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listen as listenTo } from '@/features/server/parts'
import type { InstallProgress } from '@/lib/hosting/installs'

/** What the node says of an installation while it is on its way. Its end is not believed but read from the site. */
export function useLiveProgress(id: string, listen: boolean): InstallProgress | undefined {
  const client = useQueryClient()
  const [progress, setProgress] = useState<InstallProgress>()
  useEffect(() => {
    if (!listen) return
    const stop = listenTo(id, {
      installing: setProgress,
      installed: () => void client.invalidateQueries({ queryKey: ['servers'] }),
    })
    return () => {
      stop()
      setProgress(undefined)
    }
  }, [client, id, listen])
  return progress
}
