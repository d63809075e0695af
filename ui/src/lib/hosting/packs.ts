import { change } from './client'

/** Whether a modpack can be installed from the search. Its installation belongs to the page of the server's software. */
export const packsInstallable: boolean = false

/** Installs a version of a modpack. What the server has beside it stays. */
export const installPack = (id: string, project: string, version: string) =>
  change({
    method: 'POST',
    path: `servers/${encodeURIComponent(id)}/reinstall`,
    query: { hard: false },
    body: { project_id: project, version_id: version },
  })
