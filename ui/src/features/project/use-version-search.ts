import { useNavigate } from '@tanstack/react-router'
import type { VersionSearch } from './model/version-list'

/** Changes the filters of the open page in its address, without a new step in the history. */
export function useSetVersionSearch(): (search: VersionSearch) => void {
  const navigate = useNavigate()
  return (search) => {
    void navigate({ to: '.', search: () => search, replace: true, resetScroll: false })
  }
}
