import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'

/** The id of an account by its name or its id. A name that is not found is refused at the field `account`. */
export async function accountOf(name: string): Promise<string> {
  try {
    const { id } = await get('/v2/user/{id}', { params: { id: name.trim() } })
    return id
  } catch (error) {
    if (!ApiError.is(error, 404)) throw error
    throw new ApiError(error.status, error.code, error.description, error.trace, 'account')
  }
}
