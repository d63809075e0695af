import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { ask, change } from './client'

/** A file of content on a server: one that was decided on the site, or one that only lies on the disk. */
export type Mod = Answer<'GET', '/hosting/modyard/v0/servers/{id}/mods'>[number]
export type Kind = Mod['kind']

/** What a version requires: what was added with it, and what was not. */
export type Alongside = Answer<'POST', '/hosting/modyard/v0/servers/{id}/mods'>

/** What a version requires, before it is decided: the versions that come with it, and what is left out with its reason. */
export type Plan = Answer<'POST', '/v3/content/resolve'>
export type PlanQuestion = BodyOf<'POST', '/v3/content/resolve'>

/** A version of a project, as the list of a project's versions has it. */
export type Version = Answer<'GET', '/v2/project/{id}/version'>[number]

const at = (id: string, part = '') => `servers/${encodeURIComponent(id)}/${part}`
const of = (id: string, project: string, part = '') => at(id, `mods/${encodeURIComponent(project)}${part}`)

const ids = (project: string, version: string) => ({ project_id: project, version_id: version })

/** The calls about the content of a server. */
export const content = {
  list: (id: string, signal?: AbortSignal) => ask<Mod[]>({ method: 'GET', path: at(id, 'mods'), signal }),
  /** Decides that a server has a version. The one that it has is decided anew, so that its node tries again. */
  add: (id: string, project: string, version: string) =>
    change<Alongside>({ method: 'POST', path: at(id, 'mods'), body: { rinth_ids: ids(project, version) } }),
  /** The same with what the version requires and the server does not have. */
  addWhole: (id: string, project: string, version: string) =>
    change<Alongside>({ method: 'POST', path: at(id, 'mods'), body: { rinth_ids: ids(project, version), dependencies: true } }),
  /** What addWhole would add: both ask the same resolver. */
  plan: (question: PlanQuestion, signal?: AbortSignal): Promise<Plan> => send('POST', '/v3/content/resolve', { body: question, signal }),
  /** Takes away what was decided on the site, by the path of its file. */
  remove: (id: string, path: string) => change({ method: 'POST', path: at(id, 'deleteMod'), body: { path } }),
  setVersion: (id: string, project: string, version: string) =>
    change({ method: 'PUT', path: of(id, project), body: { version_id: version } }),
  pin: (id: string, project: string) => change({ method: 'POST', path: of(id, project, '/pin') }),
  unpin: (id: string, project: string) => change({ method: 'POST', path: of(id, project, '/unpin') }),
  /** All versions of a project, newest first. */
  versions: (project: string, signal?: AbortSignal): Promise<Version[]> =>
    get('/v2/project/{id}/version', { params: { id: project }, query: { include_changelog: false }, signal }),
}
