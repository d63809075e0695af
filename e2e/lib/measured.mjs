// The site that is measured: the demonstration set and, if it is beside the repository, the real catalogue.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Server } from './server.mjs'

const data = process.env.MODYARD_SHARED_DATA || resolve(import.meta.dirname, '../../../shared/data')
const catalogue = join(data, 'projects.jsonl.gz')

/** Starts the site; MEASURED=demonstration leaves the catalogue out. */
export async function measuredSite() {
  const server = await Server.demonstration()
  if (process.env.MEASURED === 'demonstration' || !existsSync(catalogue)) {
    console.log('site: the demonstration set')
    return server
  }
  const begin = Date.now()
  await server.run('import', catalogue)
  await server.synced()
  const { total_hits } = await (await fetch(`${server.url}/v2/search?limit=1`)).json()
  console.log(
    `site: the demonstration set and the real catalogue, ${total_hits} projects, loaded in ${Math.round((Date.now() - begin) / 1000)} s`,
  )
  return server
}

/** Addresses of public pages of the demonstration set, by a short name. */
export async function publicPages(server) {
  const json = async (path) => (await fetch(server.url + path)).json()
  const { versions } = await json('/_internal/project/gears-and-verdigris/versions')
  const { hits: collections } = await json('/_internal/directory/collections')
  const project = '/mod/gears-and-verdigris'
  return {
    home: '/',
    list: '/mods',
    grid: '/resourcepacks', // with gridCookie
    shots: '/shaders',
    project,
    gallery: `${project}/gallery`,
    versions: `${project}/versions`,
    version: `${project}/version/${versions[0].id}`,
    user: `/user/${encodeURIComponent('半枚齿轮')}`,
    collection: `/collection/${collections[0].id}`,
  }
}

/** Shows resource packs as a grid. */
export const gridCookie = (server) => ({
  name: 'cosmetics',
  value: encodeURIComponent(JSON.stringify({ searchDisplayMode: { resourcepack: 'grid' } })),
  url: server.url,
})

/** The value below which a share of a list lies. */
export const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]
