import { get } from '@/lib/api/client'

/** The id of an account by its name or its id. */
export async function accountOf(name: string): Promise<string> {
  const { id } = await get('/v2/user/{id}', { params: { id: name.trim() } })
  return id
}
