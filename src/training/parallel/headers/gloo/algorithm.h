#pragma once  // nothing from it is needed; see ../README.md
